/** Validates input by its schema: one issue per broken rule, in Chinese, never repeating the input. */
import { z } from 'zod'
import type { Endpoint } from '../../contract/core'
import type { Issue } from '../../contract/errors'
import { Failure } from '../kernel/failure'
import { inputWords } from './input-words'

z.config({ localeError: inputWords })

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

type Part = keyof RawInput
const parts: readonly Part[] = ['params', 'query', 'body']

/** Returns the parsed parts that an endpoint declares. Throws 'invalid' with all issues found. */
export function parseInput(endpoint: Endpoint, raw: RawInput): Partial<Record<Part, unknown>> {
  const parsed: Partial<Record<Part, unknown>> = {}
  const issues: Issue[] = []
  for (const part of parts) {
    const schema = endpoint[part] as z.ZodType | undefined
    if (!schema) continue
    const result = schema.safeParse(raw[part])
    if (!result.success) {
      for (const { path, code, message } of result.error.issues) issues.push({ path: [part, ...path].join('.'), code, message })
    } else {
      collectBadText(result.data, part, issues)
      parsed[part] = result.data
    }
  }
  const [first] = issues
  if (first) throw new Failure('invalid', first.message, issues)
  return parsed
}

// PostgreSQL can store neither NUL in text nor half of a surrogate pair in JSON.
const unstorable = /[\0\p{Cs}]/u

function collectBadText(value: unknown, path: string, issues: Issue[]): void {
  if (typeof value === 'string') {
    if (unstorable.test(value)) issues.push({ path, code: 'text', message: '含有无法保存的字符' })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) collectBadText(inner, `${path}.${key}`, issues)
  }
}

/** Throws when a response breaks the contract: a defect of the server, found by its tests. */
export function assertReply(name: string, endpoint: Endpoint, reply: unknown): void {
  const result = (endpoint.res as unknown as z.ZodType).safeParse(reply)
  if (!result.success) throw new Error(`the answer of ${name} breaks its schema: ${z.prettifyError(result.error)}`)
}
