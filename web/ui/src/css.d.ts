// Style sheets are imported for their effect alone; the bundler knows what to do.

declare module "*.css";
