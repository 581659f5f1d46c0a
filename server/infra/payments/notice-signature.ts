/**
 * Verifies Alipay's signature of a notice over the bytes that were received. The provider signs the text in the encoding in which
 * it sends it (GBK for merchants whose account says so); the SDK re-encodes the text as UTF-8 and refuses those.
 */
import { createVerify } from 'node:crypto'
import type { ReceivedForm } from '../../ports/payments'

/**
 * Returns whether Alipay signed exactly these fields. `sign` is never part of the signed text; `sign_type` is in some of its
 * interfaces, so both forms are tried, as its SDKs do.
 *
 * @param publicKey Alipay's public key, PEM
 */
export function isSignedNotice({ text, bytes }: ReceivedForm, publicKey: string): boolean {
  if (text.sign_type !== 'RSA2' || !text.sign) return false
  // Some senders do not escape the plus signs of Base64, which a form reads as spaces.
  const sign = text.sign.replaceAll(' ', '+')
  return [['sign'], ['sign', 'sign_type']].some((without) =>
    createVerify('RSA-SHA256').update(signedBytes(bytes, without)).verify(publicKey, sign, 'base64'),
  )
}

/** Returns `name=value` of the fields in the order of their names, joined by `&`. */
function signedBytes(fields: ReceivedForm['bytes'], without: readonly string[]): Buffer {
  const names = [...fields.keys()].filter((name) => !without.includes(name)).sort()
  const parts = names.flatMap((name) => [Buffer.from(`&${name}=`), fields.get(name) ?? Buffer.alloc(0)])
  return Buffer.concat(parts).subarray(1)
}
