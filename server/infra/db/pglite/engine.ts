/** Wraps a PGlite instance as an Engine: parameters go in as text, and rows are parsed by values.ts. */
import type { PGlite } from '@electric-sql/pglite'
import { type RunResult, SqlError, sqlErrorFields } from '../connection'
import { parserFor } from '../values'
import type { Answer } from './answers'
import type { Engine } from './source'
import { Statements } from './statements'

/** The engine itself failed, not a statement: its later replies cannot be trusted. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}

const identity = (value: string) => value

function toRows({ fields, rows }: Answer): unknown[] {
  const columns = fields.map((field) => ({ name: field.name, parse: parserFor(field.dataTypeID) }))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index] ?? null
      row[name] = value === null ? null : parse(value)
    }
    return row
  })
}

function toResult(answers: readonly Answer[]): RunResult {
  const last = answers.at(-1)
  return { rows: answers.flatMap(toRows), command: last?.command, affected: last?.affectedRows }
}

/** Disables PGlite's own type conversion: it differs from pg's, and its array handlers exist only once it runs. */
function disableConversion(lite: PGlite): void {
  for (const id of Object.keys(lite.serializers)) lite.serializers[id] = identity
  for (const id of Object.keys(lite.parsers)) lite.parsers[id] = identity
}

/**
 * Creates the Engine. `run` rejects with SqlError when PostgreSQL refused the statement, RangeError when a value does not fit
 * JavaScript, and EngineFailure when the WebAssembly instance broke (abort, failed disk write) and must be discarded.
 */
export function pgliteEngine(lite: PGlite): Engine {
  disableConversion(lite)
  const statements = new Statements(lite)
  const execute = async (sql: string, parameters: readonly (string | null)[]): Promise<readonly Answer[]> => {
    try {
      if (parameters.length > 0) return [await statements.run(sql, parameters)]
      // Without parameters the simple protocol allows several statements.
      const results = (await lite.exec(sql, { rowMode: 'array' })) as unknown as Answer[]
      for (const { command } of results) await statements.noticeCommand(command)
      return results
    } catch (error) {
      const fields = sqlErrorFields(error)
      const isRefused = fields.code !== undefined && fields.severity !== undefined && !/FATAL|PANIC/.test(fields.severity)
      if (isRefused) throw new SqlError(fields)
      throw new EngineFailure(`内嵌数据库出错：${fields.message} (the embedded database failed)`, { cause: error })
    }
  }
  return {
    run: async (sql, parameters) => toResult(await execute(sql, parameters)),
    close: () => lite.close(),
  }
}
