/** Notes of an installation about itself, in its own database: no export and no backup takes them along. */
import type { Db } from '../../kernel/context'

/** The notes by name. Times are ISO 8601. */
export interface InstallationNotes {
  /** The storage that holds the database's files: what identifies it, and its name for people. */
  readonly storage: { readonly id: string; readonly name: string }
  /** Fingerprints of the keys with which values of this database were sealed. */
  readonly keys: { readonly fingerprints: readonly string[] }
  readonly backup: BackupNote
  /** The operator maintains the installation; `words` are for sellers and buyers. */
  readonly maintenance: { readonly since: string; readonly words: string }
  /** The database may be a copy of one that is still used, and the reason why it seems so. */
  readonly copy: { readonly since: string; readonly reason: string }
  /** Where the database was at its last start. */
  readonly origin: { readonly kind: 'embedded' | 'postgres'; readonly marks: readonly [string, string] }
}

/** The note on the last backups. Times are ISO 8601. */
export interface BackupNote {
  /** The last one, with the number of stored files that are missing from it; null before the first. */
  readonly last: { readonly id: string; readonly at: string; readonly place: string; readonly problems: number } | null
  /** When the last one was made from which no file is missing. */
  readonly wholeAt: string | null
  /** Why the last attempt made none; null when it made one. */
  readonly failure: { readonly at: string; readonly reason: string } | null
}

type Name = keyof InstallationNotes

/** Returns a note; null when there is none. `lock` holds its row until the transaction `db` ends. */
export async function readNote<N extends Name>(db: Db, name: N, lock?: 'lock'): Promise<InstallationNotes[N] | null> {
  const query = db.selectFrom('installation').select('value').where('name', '=', name)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (row?.value as InstallationNotes[N] | undefined) ?? null
}

export async function writeNote<N extends Name>(db: Db, name: N, note: InstallationNotes[N]): Promise<void> {
  const value = JSON.stringify(note)
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns several notes, without those that do not exist. */
export async function readNotes<N extends Name>(db: Db, names: readonly N[]): Promise<Partial<Pick<InstallationNotes, N>>> {
  const rows = await db.selectFrom('installation').select(['name', 'value']).where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Partial<Pick<InstallationNotes, N>>
}

/** Writes the note unless there is one, and returns the one that is there. */
export async function firstNote<N extends Name>(db: Db, name: N, note: InstallationNotes[N]): Promise<InstallationNotes[N]> {
  await db
    .insertInto('installation')
    .values({ name, value: JSON.stringify(note) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await readNote(db, name)) ?? note
}

/** Removes a note; resolves with whether there was one. */
export async function removeNote(db: Db, name: Name): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('installation').where('name', '=', name).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
