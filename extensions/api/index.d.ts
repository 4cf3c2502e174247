/**
 * What an extension is given, as Pith serves it. A file that imports its types from Pi's package runs as well; these are for
 * those who want the documentation, and no package.
 */
export * from "./pi-coding-agent";
