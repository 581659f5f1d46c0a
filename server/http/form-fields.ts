import { Failure } from '../kernel/failure'
import { readBody } from './body'
import type { AppContext } from './environment'

/** A notice or a call of the gateway is a few KB. */
const maxFormBytes = 64 * 1024

/** Fields of a form body, and of the query where asked. Rejects with 'invalid' when a field comes twice: which one was signed? */
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
