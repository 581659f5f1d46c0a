/** Access to the browser's private file system. */

/** Resolves with its root. Rejects, never throws, if there is none: on plain http, in frames without storage, in old browsers. */
export const pageDisk = async (): Promise<FileSystemDirectoryHandle> => navigator.storage.getDirectory()
