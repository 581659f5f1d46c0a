import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Environment, environment, headings, otherwise } from './config-environment'

const variables = Object.entries(environment.shape) as [keyof Environment, z.ZodType][]

/** Returns the default of a variable for its row; a dash where it has none. */
function defaultOf(name: keyof Environment, schema: z.ZodType): string {
  const words = otherwise[name]
  if (words !== undefined) return words
  const value: unknown = schema.safeParse(undefined).data
  const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '')
  return isShown ? `\`${value}\`` : '–'
}

function configurationTables(): string {
  const rows = variables.flatMap(([name, schema]) => {
    const heading = headings[name]
    const row = `| \`${name}\` | ${defaultOf(name, schema)} | ${schema.description} |`
    return heading === undefined ? [row] : [`\n## ${heading}\n\n| Variable | Default | |\n|---|---|---|`, row]
  })
  return `${rows.join('\n').trim()}\n`
}

test('every variable of the environment says what it is for, under a heading', () => {
  expect(variables.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([])
  expect(headings).toHaveProperty(String(variables[0]?.[0]))
})

test('docs/configuration.md lists the variables of the environment; UPDATE_DOCS=1 writes it', () => {
  const path = join(import.meta.dirname, '../docs/configuration.md')
  const text = readFileSync(path, 'utf8')
  const tables = /(?<=<!-- variables -->\n)[\s\S]*(?=<!-- \/variables -->)/
  expect(text).toMatch(tables)
  const expected = text.replace(tables, () => configurationTables())
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, expected)
  expect(process.env.UPDATE_DOCS === '1' ? expected : text).toBe(expected)
})
