/**
 * Finds secrets in files that people share. It deliberately has its own patterns instead of those of redact.ts, so that each
 * finds what the other misses.
 */
import { isFields } from '../../contract/ground/fields'
import { isIdentityCard } from './redact'

/** A kind of secret, recognised by its field's name, by a pattern in any text, or both. */
export interface SecretKind {
  readonly description: string
  readonly field?: RegExp
  readonly text?: RegExp
  /** Confirms a match of `text`. */
  readonly isConfirmed?: (found: string) => boolean
  /** JSON or text that the tests require the search to find. */
  readonly example: string
}

export const secretKinds: readonly SecretKind[] = [
  { description: 'a session', field: /^(top)?session(key|id)?$/, example: '{"session":"6100e1b2c3d4"}' },
  { description: 'an access or refresh token', field: /token$/, example: '{"data":{"accessToken":"x1"}}' },
  { description: 'a signature', field: /^x?sign(ature)?$/, example: '{"formData":{"signature":"abc="}}' },
  { description: 'an upload policy', field: /^policy$/, example: '{"formData":{"policy":"eyJ"}}' },
  {
    description: 'an Authorization header',
    field: /^(proxy)?authorization$/,
    text: /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/g,
    example: 'sent with Bearer abcdefgh12',
  },
  { description: 'a header of the marketplace’s gateway', field: /^mc.+/, example: '{"headers":{"mc-session":"x"}}' },
  { description: 'a cookie', field: /^(set)?cookie2?$/, example: '{"Cookie":"cna=1"}' },
  {
    description: 'a password or key',
    field: /^(password|(app|client)?secret|(oss)?accesskey(id|secret)?|apikey|xoss.+)$/,
    example: '{"appSecret":"x"}',
  },
  { description: 'a nick', field: /nick(name)?$/, example: '{"buyer_nick":"tb1234"}' },
  {
    description: 'the id of a person',
    field: /(^|buyer|seller|user|main|sub)((open|union|user|seller|buyer)u?id|uid|ouid|oaid)$/,
    example: '{"open_uid":"AAE1"}',
  },
  {
    description: 'a mobile number',
    field: /(mobile|phone|tel)(no|number)?$/,
    text: /(?:(?<![\d.])|(?<=%[\dA-Fa-f]{2}))1[3-9]\d{9}(?!\d)/g,
    example: '13912345678',
  },
  { description: 'an address', field: /(^|receiver|buyer|detail)addr(ess)?$/, example: '{"address":"某路 1 号"}' },
  { description: 'a receiver', field: /^(receiver|consignee|contact).*/, example: '{"receiver_name":"王"}' },
  { description: 'words of a person', field: /^(buyer|seller)(message|memo|remark)$/, example: '{"buyer_message":"请送到前台"}' },
  {
    description: 'an e-mail address',
    field: /e?mail$/,
    text: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi,
    example: 'write to a@b.cn',
  },
  {
    description: 'an identity card',
    field: /^idcard(no)?$/,
    text: /(?<!\d)\d{17}[\dXx](?!\w)/g,
    isConfirmed: isIdentityCard,
    example: '"11010519491231002X"',
  },
  {
    description: 'the tenant of a cloud address',
    text: /cloud:\/\/(?!<)[^/"\\\s]+/g,
    example: '{"fileId":"cloud://shop123/a.png"}',
  },
  {
    description: 'a credential in an address',
    text: /[?&](?:access_?token|token|session(?:_?key)?|sign|signature|app_?secret)=(?!<)[^&\s"'\\]+/gi,
    example: 'https://eco.taobao.com/router?method=x&sign=ABCDEF',
  },
]

export interface Secret {
  readonly what: string
  /** Place in the value, such as entries[3].outcome.ok.nick; empty in plain text. */
  readonly path: string
  readonly value: string
}

/** Returns a sentence with the place and the kind, without the secret itself. */
export const secretSentence = ({ what, path }: Secret): string => `${path === '' ? 'the text' : path} holds ${what}`

const isHidden = (text: string): boolean => text === '' || /^(cloud:\/\/)?<[^>]*>$/.test(text)

/** Returns all secrets in a text or a JSON value, including JSON inside texts. */
export function findSecrets(value: unknown, path = ''): readonly Secret[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => findSecrets(item, `${path}[${i}]`))
  if (isFields(value)) {
    return Object.keys(value).flatMap((name) => [
      ...inName(name, path),
      ...inField(name, value[name], path === '' ? name : `${path}.${name}`),
      ...findSecrets(value[name], path === '' ? name : `${path}.${name}`),
    ])
  }
  if (typeof value === 'number') return inText(String(value), path)
  return typeof value === 'string' ? [...inText(value, path), ...findSecrets(jsonWithin(value), path)] : []
}

/** Returns the JSON at the end of a text, as in a call's key; undefined if there is none. */
function jsonWithin(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0) return undefined
  try {
    const parsed: unknown = JSON.parse(text.slice(start))
    return parsed
  } catch {
    // The brackets belong to a sentence.
    return undefined
  }
}

function inText(text: string, path: string): Secret[] {
  return secretKinds.flatMap(({ description, text: pattern, isConfirmed }) =>
    pattern
      ? [...text.matchAll(pattern)]
          .map(([found]) => found)
          .filter((found) => isConfirmed?.(found) ?? true)
          .map((found) => ({ what: description, path, value: found }))
      : [],
  )
}

/** Names of fields are data where a reply maps numbers of persons or tokens to something. */
const inName = (name: string, path: string): Secret[] =>
  /^(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\da-f-]{24,}$/i.test(name)
    ? [{ what: 'a token as the name of a field', path, value: name }]
    : inText(name, path)

function inField(name: string, value: unknown, path: string): Secret[] {
  const kinds = secretKinds.filter(({ field }) => field?.test(name.replace(/[_-]/g, '').toLowerCase()))
  if (kinds.length === 0) return []
  const leaves = (inside: unknown): string[] =>
    Array.isArray(inside)
      ? inside.flatMap(leaves)
      : isFields(inside)
        ? Object.values(inside).flatMap(leaves)
        : typeof inside === 'string' || typeof inside === 'number'
          ? [String(inside)]
          : []
  return leaves(value)
    .filter((leaf) => !isHidden(leaf))
    .flatMap((leaf) => kinds.map(({ description }) => ({ what: description, path, value: leaf })))
}
