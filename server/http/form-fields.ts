import { Failure } from '../kernel/failure'
import { readBody } from './body'
import type { AppContext } from './environment'

/** Limit of a form body, bytes: a payment notice or a gateway call has a few KB. */
const maxFormBytes = 64 * 1024

/**
 * Returns the fields of a form body and, with `withQuery`, of the query. Rejects with 'invalid' when a field is duplicated,
 * because it would be unclear which value was signed.
 */
export async function readFields(c: AppContext, withQuery: boolean): Promise<Record<string, string>> {
  const body = new URLSearchParams((await readBody(c.req.raw, maxFormBytes)).toString('utf8'))
  const query = withQuery ? new URL(c.req.url).searchParams : new URLSearchParams()
  const fields = new Map<string, string>()
  for (const [name, value] of [...query, ...body]) {
    if (fields.has(name)) throw new Failure('invalid', `参数 ${name} 重复`)
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}
