/**
 * `CUTOUT_SERVICE`: `aliyun://KEY:SECRET@HOST[:PORT]`, a service with the API of Alibaba Cloud's picture segmentation (imageseg,
 * version 2019-12-30), such as `aliyun://KEY:SECRET@imageseg.cn-shanghai.aliyuncs.com`. `?tls=off` calls it without TLS, for a
 * service on the same machine. `/`, `+`, `:` and `@` in KEY or SECRET are percent-encoded.
 */
export interface AliyunAddress {
  /** Base address without a trailing slash. */
  readonly endpoint: string
  readonly keyId: string
  readonly keySecret: string
}

/** @param host an example for the message. Throws an Error whose message names what is wrong and never repeats the secret. */
export function parseAliyunAddress(text: string, host = 'imageseg.cn-shanghai.aliyuncs.com'): AliyunAddress {
  const shape = `aliyun://KEY:SECRET@${host}`
  if (!URL.canParse(text)) throw new Error(`不是网址，须写成 ${shape}`)
  const url = new URL(text)
  if (url.protocol !== 'aliyun:') throw new Error(`须以 aliyun:// 开头，不是 ${url.protocol}//`)
  if (!url.host || (url.pathname !== '' && url.pathname !== '/')) throw new Error(`须写成 ${shape}`)
  if (!url.username || !url.password) throw new Error(`缺少访问密钥，须写成 ${shape}`)
  const tls = url.searchParams.get('tls') ?? 'on'
  if (tls !== 'on' && tls !== 'off') throw new Error(`tls=${tls} 须为 on 或 off`)
  return {
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    keyId: decodeURIComponent(url.username),
    keySecret: decodeURIComponent(url.password),
  }
}
