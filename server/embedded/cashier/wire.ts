/** Alipay's wire format from the provider's side: verifies what merchants sign, and signs notices and responses. */
import { createSign, createVerify } from 'node:crypto'
import { encodeText } from '../gbk'

export type Fields = Readonly<Record<string, string>>

/** A form as it is posted: all bytes beyond ASCII are percent-encoded. */
export interface EncodedForm {
  readonly body: string
  readonly contentType: string
}

/** Text to sign: every field with a value, sorted by name, except those in `without`. */
const signedText = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

const signBytes = (bytes: Buffer, privateKey: string): string => createSign('RSA-SHA256').update(bytes).sign(privateKey, 'base64')

/** Returns whether the merchant signed exactly these fields. */
export function isSignedByMerchant(fields: Fields, merchantKey: string): boolean {
  if (fields.sign_type !== 'RSA2' || !fields.sign) return false
  return createVerify('RSA-SHA256')
    .update(signedText(fields, ['sign']), 'utf8')
    .verify(merchantKey, fields.sign, 'base64')
}

/** Returns a notice, or the fields of a return, with our signature over their text in the encoding that `charset` names. */
export const signFields = (fields: Fields, privateKey: string): Fields => ({
  ...fields,
  sign: signBytes(encodeText(signedText(fields, ['sign', 'sign_type']), fields.charset ?? 'utf-8'), privateKey),
  sign_type: 'RSA2',
})

const formEscape = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte)
    if (character === ' ') return '+'
    return /[A-Za-z0-9*._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')

/** Writes the fields as a form, in the encoding that their `charset` names. */
export function encodeForm(fields: Fields): EncodedForm {
  const charset = fields.charset ?? 'utf-8'
  const escaped = (text: string): string => formEscape(encodeText(text, charset))
  return {
    body: Object.entries(fields)
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .join('&'),
    contentType: `application/x-www-form-urlencoded; charset=${charset}`,
  }
}

/** Returns the response to a call; its signature covers the exact text of the inner answer. */
export function signAnswer(method: string, answer: Readonly<Record<string, unknown>>, privateKey: string): string {
  const text = JSON.stringify(answer)
  const sign = signBytes(Buffer.from(text), privateKey)
  return `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(sign)}}`
}
