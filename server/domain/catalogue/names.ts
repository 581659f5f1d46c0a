/** Names in the catalogue are unique in their list: the bulk import finds brands, models, materials and colours by name. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { duplicate } from '../../kernel/failure'
import { inList, type Scope } from '../../kernel/ordering'

/**
 * Refuses a name that another item of the list bears, to the letter (trimmed and composed by the contract). The list must be
 * locked. Names doubled before this rule stay, and an item that keeps its name is never refused: forms send it unchanged.
 */
export async function requireFreeName(db: Db, scope: Scope, name: string, itemId: number | null = null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(scope.list.table)} where ${inList(scope)} and name = ${name}`.execute(db)
  if (rows.length === 0 || rows.some((row) => row.id === itemId)) return
  throw duplicate('name', `${scope.list.itemName}“${name}”已存在，请换一个名称`)
}
