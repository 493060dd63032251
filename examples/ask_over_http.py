"""Ask over HTTP. The server listens on this machine only; its token is in a private file of the home folder."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

QUESTION = {"question": "When was the first of Fresnel's lenses lit?"}

with TemporaryDirectory() as home:
    command = [sys.executable, "-m", "wherein", "--home", home, "serve", "--sample", "--port", "0"]
    server = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    with server.stdout as printed:
        try:
            ready = json.loads(printed.readline())  # printed once the server accepts requests
            client = httpx2.Client(base_url=ready["address"], timeout=60)
            refused = client.post("/v1/ask", json=QUESTION)
            print(f"without the token: {refused.status_code}")

            headers = {"Authorization": f"Bearer {Path(ready['token']).read_text().strip()}"}
            said = client.post("/v1/ask", json=QUESTION, headers=headers)
            print(f"with the token: {said.json()['answers'][0]['text']}")
        finally:
            server.terminate()
            server.wait()
