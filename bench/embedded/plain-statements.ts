/**
 * The plain way of `statements.ts` and `answers.ts`, which bench/embedded.bench.mjs puts in their place: PGlite's own query(), which
 * prepares each statement anew, and whose rows are copied between the threads as objects.
 */
import type { PGlite } from '@electric-sql/pglite'
import type { Answer } from '../../server/infra/db/pglite/answers'
import { parserFor } from '../../server/infra/db/values'

export class Statements {
  readonly #lite: PGlite

  constructor(lite: PGlite) {
    this.#lite = lite
  }

  async run(text: string, parameters: readonly (string | null)[]): Promise<Answer> {
    const result = await this.#lite.query<(string | null)[]>(text, [...parameters], { rowMode: 'array' })
    const columns = result.fields.map((field) => ({ name: field.name, parse: parserFor(field.dataTypeID) }))
    const rows = result.rows.map((values) => {
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of columns.entries()) {
        const value = values[index] ?? null
        row[name] = value === null ? null : parse(value)
      }
      return row
    })
    return { rows, command: text.trim().split(/\s/, 1)[0]?.toUpperCase(), affected: result.affectedRows }
  }

  async noticeCommand(): Promise<void> {}
}
