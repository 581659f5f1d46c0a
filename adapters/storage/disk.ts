/** The browser's private file system behind a guard. */

/** Rejects, and never throws, where the page has none: on plain http, in frames without storage, and in older browsers. */
export const pageDisk = async (): Promise<FileSystemDirectoryHandle> => navigator.storage.getDirectory()
