/**
 * The S3 "POST policy": a form that a browser may post to one key, with one type, up to one size, until one moment. Signed with
 * AWS Signature Version 4. The S3 driver signs it for the bucket; our own upload address uses the same form and, unlike many
 * S3-compatible services, checks every field of it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../kernel/failure'
import type { TicketRequest } from '../../ports/storage'

export interface PolicySigner {
  readonly accessKey: string
  readonly secret: string
  readonly region: string
  readonly bucket: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Hexadecimal SigV4 signature of a base64 policy; `day` is YYYYMMDD. */
export function signPolicy(policy: string, signer: Pick<PolicySigner, 'secret' | 'region'>, day: string): string {
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${signer.secret}`, day), signer.region), 's3'), 'aws4_request')
  return hmac(signingKey, policy).toString('hex')
}

/** Returns the form fields that must precede the file, in order. `now` dates the signature and starts the expiry. */
export function policyFields(request: TicketRequest, signer: PolicySigner, now: Date): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const fields: Record<string, string> = {
    bucket: signer.bucket,
    key: request.key,
    'Content-Type': request.contentType,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${signer.accessKey}/${day}/${signer.region}/s3/aws4_request`,
    'X-Amz-Date': date,
  }
  const policy = {
    expiration: new Date(now.getTime() + request.expiresInSeconds * 1000).toISOString(),
    conditions: [
      ['content-length-range', 1, request.maxBytes],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ],
  }
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64')
  return { ...fields, Policy: encoded, 'X-Amz-Signature': signPolicy(encoded, signer, day) }
}

/** The upload that a verified form permits. */
export interface VerifiedUpload {
  readonly key: string
  readonly contentType: string
  readonly maxBytes: number
}

const refused = (message: string): Failure => new Failure('invalid', message)
const unsignedFields = new Set(['Policy', 'X-Amz-Signature'])

/**
 * Checks a posted form against the policy it carries. Throws a Failure 'invalid' when the signature is not ours, the form
 * expired, or a field was added, removed or changed.
 */
export function verifyPolicy(fields: ReadonlyMap<string, string>, signer: PolicySigner, now: Date): VerifiedUpload {
  const forged = refused('上传凭证无效，请重新上传')
  const policy = fields.get('Policy') ?? ''
  const given = Buffer.from(fields.get('X-Amz-Signature') ?? '')
  const day = (fields.get('X-Amz-Date') ?? '').slice(0, 8)
  const expected = Buffer.from(signPolicy(policy, signer, day))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw forged
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
    expiration: string
    conditions: readonly (readonly [string, number, number] | Readonly<Record<string, string>>)[]
  }
  if (!(Date.parse(expiration) > now.getTime())) throw refused('上传凭证已过期，请重新上传')
  const allowed = new Map<string, string>()
  let maxBytes = 0
  for (const condition of conditions) {
    if (Array.isArray(condition)) maxBytes = Number(condition[2])
    else for (const [name, value] of Object.entries(condition as Readonly<Record<string, string>>)) allowed.set(name, value)
  }
  for (const [name, value] of allowed) if (fields.get(name) !== value) throw forged
  for (const name of fields.keys()) if (!allowed.has(name) && !unsignedFields.has(name)) throw forged
  return { key: allowed.get('key') ?? '', contentType: allowed.get('Content-Type') ?? '', maxBytes }
}
