/**
 * Says until when rows of users and sessions that were read may be used again: until a statement of this process may have changed
 * them. Only a database that no other process writes, the embedded one, has this; in a PostgreSQL other processes end sessions, too.
 */
import type { Db } from './context'

/** Returns a number that grows with each statement that may have changed users or their sessions. */
export type UserChanges = () => number

const changesByDb = new WeakMap<Db, UserChanges>()

export const setUserChanges = (db: Db, changes: UserChanges): void => void changesByDb.set(db, changes)

/** Returns the present number of changes; null when rows that were read may be outdated at once, and in a transaction. */
export const userChangesOf = (db: Db): number | null => (db.isTransaction ? null : (changesByDb.get(db)?.() ?? null))
