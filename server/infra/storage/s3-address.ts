/**
 * `STORAGE_URL`: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX]?region=…&style=…&upload=…&tls=…`
 *
 * - `region` (default us-east-1): the region in the signature; some vendors call it `auto`.
 * - `style`: `path` (default) puts the bucket into the path, `host` before the host name.
 * - `upload`: `direct` (default) lets browsers post to the bucket; its CORS rules must allow the plugin's origin. `proxy` sends
 * uploads through this server, for storages without POST policies or unreachable for browsers.
 * - `tls`: `on` (default) or `off`, for a storage on the same machine.
 *
 * `/`, `+`, `:` and `@` in KEY or SECRET are percent-encoded.
 */
import type { PolicySigner } from './post-policy'

export interface S3Address extends PolicySigner {
  /** Address of the bucket itself, without a trailing slash. */
  readonly bucketUrl: string
  /** '' or a folder with a trailing slash. */
  readonly prefix: string
  readonly upload: 'direct' | 'proxy'
}

/** Throws an Error whose message names what is wrong and never repeats the secret. */
export function parseS3Address(text: string): S3Address {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Error('不是网址，须写成 s3://KEY:SECRET@HOST/BUCKET')
  }
  if (url.protocol !== 's3:') throw new Error(`须以 s3:// 开头，不是 ${url.protocol}//`)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean)
  if (!url.host || !bucket) throw new Error('缺少主机或存储桶，须写成 s3://KEY:SECRET@HOST/BUCKET')
  if (!url.username || !url.password) throw new Error('缺少访问密钥，须写成 s3://KEY:SECRET@HOST/BUCKET')
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) throw new Error(`"${bucket}" 不是存储桶名称`)
  const choose = <T extends string>(name: string, values: readonly [T, ...T[]]): T => {
    const given = url.searchParams.get(name)
    const chosen = given === null ? values[0] : values.find((value) => value === given)
    if (chosen === undefined) throw new Error(`${name}=${given} 须为 ${values.join(' 或 ')}`)
    return chosen
  }
  const style = choose('style', ['path', 'host'])
  const scheme = choose('tls', ['on', 'off']) === 'on' ? 'https' : 'http'
  const known = new Set(['region', 'style', 'upload', 'tls'])
  for (const name of url.searchParams.keys())
    if (!known.has(name)) throw new Error(`不认识的选项 "${name}"，可用 region、style、upload、tls`)
  return {
    accessKey: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    bucketUrl: style === 'path' ? `${scheme}://${url.host}/${bucket}` : `${scheme}://${bucket}.${url.host}`,
    prefix: folders.length > 0 ? `${folders.join('/')}/` : '',
    upload: choose('upload', ['direct', 'proxy']),
  }
}
