/** Which migrations a database or an export has had, compared with those of this code. */

export interface AppliedMigration {
  readonly name: string
  readonly sha256: string
}

export interface Migration extends AppliedMigration {
  readonly sql: string
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * The first and the last of the migrations that were written before the first release. They are the baseline now, which is the first
 * migration of this code (docs/adr/0039-one-baseline.md).
 */
const firstUnreleased = '0001_init'
const lastUnreleased: AppliedMigration = {
  name: '0130_cutout_places',
  sha256: '3e0200484bb1ca4f9c05283c17efe9fed111711277db2ba402a990eaa91544c4',
}

/**
 * Returns the history of a database or an export as one of this code: a whole history of before the first release is the baseline. Any
 * other is returned as it is. Throws a MigrationError, in words for the operator, where such a history is incomplete.
 */
export function currentHistory(
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  const last = applied.at(-1)
  if (!last || applied[0]?.name !== firstUnreleased) return applied
  if (last.name === lastUnreleased.name && last.sha256 === lastUnreleased.sha256) return known.slice(0, 1)
  throw new MigrationError(
    `这些数据停在首个正式版之前的 ${last.name}：请先用最后一个 0.1 版本启动一次（备份或导出文件先用它恢复），再用本版本 (this data is older than the first release: start the last 0.1 on it once, after restoring a backup with it, and then this version)`,
  )
}

/** Throws a MigrationError unless the applied migrations are the first ones of the known. */
export function checkHistory(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  applied.forEach((row, index) => {
    const file = known[index]
    if (!file) {
      throw new MigrationError(
        `数据库比程序新（已有迁移 ${row.name}），请升级程序 (the database is newer than this code: it has ${row.name}; upgrade the server)`,
      )
    }
    if (file.name !== row.name) {
      throw new MigrationError(
        `数据库的迁移记录与程序不一致：第 ${index + 1} 个是 ${row.name}，程序里是 ${file.name} (history and code disagree; this database belongs to another version)`,
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new MigrationError(
        `迁移 ${row.name} 在执行后被改动，请恢复原文件并新增一个迁移 (${row.name} was changed after it was applied; restore it and add a new file)`,
      )
    }
  })
}
