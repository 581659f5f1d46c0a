/**
 * Encrypts secrets that must be used later, such as marketplace sessions, so that the database and its backups cannot reveal
 * them.
 */
export interface Sealer {
  /** `owner` is authenticated too: a value sealed for one row cannot be opened for another. */
  seal(plain: string, owner: string): string
  /** Returns null when the value was sealed with another key or for another owner. */
  open(sealed: string, owner: string): string | null
}
