import type { PictureSource } from '../../ports/picture-source'
import { allowsHost, safeFetch } from './safe-fetch'

/** Where Taobao serves the pictures of its picture space. */
export const marketplaceHosts = ['alicdn.com', 'taobaocdn.com', 'tbcdn.cn'] as const

/** The marketplace's own picture hosts, plus those named by the operator. */
export function createMarketplacePictures(extraHosts: readonly string[]): PictureSource {
  const hosts = [...marketplaceHosts, ...extraHosts]
  return {
    accepts: (url) => allowsHost(url.hostname, hosts),
    fetch: (url, maxBytes) => safeFetch(overTls(url), { hosts, maxBytes }),
  }
}

/** The marketplace still writes http:// in places; its hosts answer on https all the same. */
function overTls(url: URL): URL {
  if (url.protocol !== 'http:' || url.port !== '') return url
  const secure = new URL(url)
  secure.protocol = 'https:'
  return secure
}
