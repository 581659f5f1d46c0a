/** Secrets that are kept for use, such as sessions of a marketplace: unreadable in the database and its backups. */
export interface Sealer {
  /** `owner` is bound in: what was sealed for one row cannot be opened as another's. */
  seal(plain: string, owner: string): string
  /** Null when it was sealed with another key or for another owner. */
  open(sealed: string, owner: string): string | null
}
