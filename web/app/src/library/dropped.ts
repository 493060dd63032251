// Lists the dropped files, including those of folders at any depth. Knows only the browser's drag and drop.

/** Must be called while the drop is handled; the files come later. */
export async function filesDropped(transfer: DataTransfer): Promise<File[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry());
  const plain = Array.from(transfer.files);
  if (entries.every((entry) => entry === null)) return plain;
  const files: File[] = [];
  for (const entry of entries) if (entry) await collect(entry, files);
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  // Hidden files are left out, as by `wherein add`.
  if (entry.name.startsWith(".")) return;
  if (entry.isFile) {
    files.push(
      await new Promise((done, failed) => (entry as FileSystemFileEntry).file(done, failed)),
    );
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder gives its entries in parts, and an empty part at its end.
    const part = await new Promise<FileSystemEntry[]>((done, failed) =>
      reader.readEntries(done, failed),
    );
    if (part.length === 0) return;
    for (const child of part) await collect(child, files);
  }
}
