/** Wraps a PGlite instance as an Engine: parameters go in as text, and rows are read by answers.ts. */
import type { PGlite } from '@electric-sql/pglite'
import { SqlError, sqlErrorFields } from '../connection'
import { type Parameter, parserFor } from '../values'
import { type Answer, readAnswer } from './answers'
import type { Engine } from './source'
import { Statements } from './statements'

/** The engine itself failed, not a statement: its later replies cannot be trusted. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}

const identity = (value: string) => value

/** PGlite's own result of a statement, in its mode of arrays. */
interface LiteResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  readonly command?: string
  readonly affectedRows?: number
}

function toRows({ fields, rows }: LiteResult): unknown[] {
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

/** Disables PGlite's own type conversion: it differs from pg's, and its array handlers exist only once it runs. */
function disableConversion(lite: PGlite): void {
  for (const id of Object.keys(lite.serializers)) lite.serializers[id] = identity
  for (const id of Object.keys(lite.parsers)) lite.parsers[id] = identity
}

/** An Engine whose answers can be taken to another thread before their rows are read. */
export interface AnsweringEngine extends Engine {
  answer(...run: Parameters<Engine['run']>): Promise<Answer>
}

/**
 * Creates the Engine. It rejects with SqlError when PostgreSQL refused the statement, RangeError when a value does not fit JavaScript,
 * and EngineFailure when the WebAssembly instance broke (abort, failed disk write) and must be discarded.
 */
export function pgliteEngine(lite: PGlite): AnsweringEngine {
  disableConversion(lite)
  const statements = new Statements(lite)
  const execute = async (
    sql: string,
    parameters: readonly Parameter[],
    begin: string | undefined,
  ): Promise<Answer | readonly LiteResult[]> => {
    try {
      if (begin !== undefined) await lite.exec(begin)
      if (parameters.length > 0) return await statements.run(sql, parameters)
      // Without parameters the simple protocol allows several statements.
      const results = (await lite.exec(sql, { rowMode: 'array' })) as unknown as LiteResult[]
      for (const { command } of results) await statements.noticeCommand(command)
      return results
    } catch (error) {
      const fields = sqlErrorFields(error)
      const isRefused = fields.code !== undefined && fields.severity !== undefined && !/FATAL|PANIC/.test(fields.severity)
      if (isRefused) throw new SqlError(fields)
      throw new EngineFailure(`内嵌数据库出错：${fields.message} (the embedded database failed)`, { cause: error })
    }
  }
  /** Resolves when all earlier statements are answered: one may take several messages to PGlite, and those of another must not come between. */
  let asked: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = asked.then(work)
    asked = turn.catch(() => undefined)
    return turn
  }
  const answer = (sql: string, parameters: readonly Parameter[], begin?: string): Promise<Answer> =>
    inOrder(async () => {
      const result = await execute(sql, parameters, begin)
      if ('bytes' in result || 'command' in result) return result
      const last = result.at(-1)
      return { rows: result.flatMap(toRows), command: last?.command, affected: last?.affectedRows }
    })
  return {
    answer,
    run: async (...run) => readAnswer(await answer(...run)),
    close: () => inOrder(() => lite.close()),
  }
}
