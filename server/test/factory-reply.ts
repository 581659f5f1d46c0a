/** Makes responses of the register of factories' replies. */
import type { FactoryReply } from '../../fixtures/replies/factory-reply'
import { encodeGbk } from '../embedded/gbk'

export function responseOf({ body, text = JSON.stringify(body), status = 200, gbk }: FactoryReply): Response {
  const bytes = gbk === undefined ? text : new Uint8Array(encodeGbk(text))
  const type = gbk === 'meta' ? 'text/html' : `application/json${gbk === 'named' ? ';charset=GBK' : ''}`
  return new Response(bytes, { status, headers: { 'content-type': type } })
}
