/** Reads RSA keys as Alipay issues them: PEM, or its bare Base64, in a file or in the variable itself. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

type Kind = 'private' | 'public'

const labels: Readonly<Record<Kind, readonly string[]>> = {
  private: ['PRIVATE KEY', 'RSA PRIVATE KEY'],
  public: ['PUBLIC KEY', 'RSA PUBLIC KEY'],
}

/**
 * Returns the key as PEM (PKCS #8 or SPKI). Throws an Error whose sentence says what to write instead; it never repeats the key.
 */
export function readRsaKey(kind: Kind, keyOrFile: string): string {
  const text = keyOrFile.includes('-----') || !existsSync(keyOrFile) ? keyOrFile : readFileSync(keyOrFile, 'utf8')
  const base64 = text
    .replace(/-----[^-]+-----/g, '')
    .replace(/\\n/g, '')
    .replace(/\s/g, '')
  const key = /^[A-Za-z0-9+/]+=*$/.test(base64) ? parse(kind, base64) : undefined
  if (key?.asymmetricKeyType !== 'rsa') {
    const name = kind === 'private' ? '应用私钥' : '支付宝公钥（不是应用公钥）'
    throw new Error(`不是有效的 RSA 密钥：请填${name}的 PEM 内容、Base64 内容或文件路径`)
  }
  return kind === 'private'
    ? key.export({ type: 'pkcs8', format: 'pem' }).toString()
    : key.export({ type: 'spki', format: 'pem' }).toString()
}

function parse(kind: Kind, base64: string): KeyObject | undefined {
  for (const label of labels[kind]) {
    const pem = `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END ${label}-----\n`
    try {
      return kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
    } catch {
      // The key may be encoded in the other form.
    }
  }
  return undefined
}
