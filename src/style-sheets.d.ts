// Style sheets that page components import: a module's class names, or rules that hold everywhere.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
