/** Alipay's wire format, from its side: what merchants sign, and what it signs itself. */
import { createSign, createVerify } from 'node:crypto'

export type Fields = Readonly<Record<string, string>>

/** What is signed: every field that has a value, by name, without those left out. */
const signedText = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

const signText = (text: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** Whether the merchant signed exactly these fields. */
export function isMerchants(fields: Fields, merchantKey: string): boolean {
  if (fields.sign_type !== 'RSA2' || !fields.sign) return false
  return createVerify('RSA-SHA256')
    .update(signedText(fields, ['sign']), 'utf8')
    .verify(merchantKey, fields.sign, 'base64')
}

/** A notice, or the fields of a return, with our signature. */
export const signFields = (fields: Fields, privateKey: string): Fields => ({
  ...fields,
  sign: signText(signedText(fields, ['sign', 'sign_type']), privateKey),
  sign_type: 'RSA2',
})

/** Answer to a call: the signature is over the very text of the answer inside. */
export function signAnswer(method: string, answer: Fields, privateKey: string): string {
  const text = JSON.stringify(answer)
  return `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(signText(text, privateKey))}}`
}
