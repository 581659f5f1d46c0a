/**
 * A double of the operator's checker: answers as such a program would, by words in texts, and checks the signature. Pictures pass
 * unless `pictures` says otherwise.
 */
import { isSigned } from '../../infra/moderation/http'
import type { ModerationItem, Verdict } from '../../ports/moderation'

export interface CheckerOptions {
  readonly secret: string
  readonly pictures?: Verdict
}

/** Words by which the double judges. */
const words: readonly (readonly [string, Verdict])[] = [
  ['违禁', 'block'],
  ['可疑', 'review'],
]

export function createChecker({ secret, pictures = 'pass' }: CheckerOptions): (request: Request) => Promise<Response> {
  const judge = (item: ModerationItem) => {
    if (item.kind === 'picture')
      return { id: item.id, verdict: pictures, reason: pictures === 'pass' ? null : '图片需要人工确认' }
    const [word, verdict] = words.find(([text]) => item.text.includes(text)) ?? [null, 'pass']
    return { id: item.id, verdict, reason: word && `文字里有「${word}」` }
  }
  return async (request) => {
    const body = await request.text()
    if (!isSigned(secret, request, body)) return new Response('wrong signature', { status: 401 })
    const { items } = JSON.parse(body) as { items: readonly ModerationItem[] }
    return Response.json({ items: items.map(judge) })
  }
}
