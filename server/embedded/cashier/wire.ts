/** Alipay's wire format from the provider's side: verifies what merchants sign, and signs notices and responses. */
import { createSign, createVerify } from 'node:crypto'

export type Fields = Readonly<Record<string, string>>

/** Text to sign: every field with a value, sorted by name, except those in `without`. */
const signedText = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

const signText = (text: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** Returns whether the merchant signed exactly these fields. */
export function isSignedByMerchant(fields: Fields, merchantKey: string): boolean {
  if (fields.sign_type !== 'RSA2' || !fields.sign) return false
  return createVerify('RSA-SHA256')
    .update(signedText(fields, ['sign']), 'utf8')
    .verify(merchantKey, fields.sign, 'base64')
}

/** Returns a notice, or the fields of a return, with our signature. */
export const signFields = (fields: Fields, privateKey: string): Fields => ({
  ...fields,
  sign: signText(signedText(fields, ['sign', 'sign_type']), privateKey),
  sign_type: 'RSA2',
})

/** Returns the response to a call; its signature covers the exact text of the inner answer. */
export function signAnswer(method: string, answer: Fields, privateKey: string): string {
  const text = JSON.stringify(answer)
  return `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(signText(text, privateKey))}}`
}
