import type { PictureSource } from '../../ports/picture-source'
import { allowsHost, safeFetch } from './safe-fetch'

/** Hosts of Taobao's picture space, and of the pictures of WeChat's shops, as their documents and public code show them. */
export const marketplaceHosts = ['alicdn.com', 'taobaocdn.com', 'tbcdn.cn', 'mmecimage.cn'] as const

/** Creates a source for pictures on the marketplace's own hosts and those that the operator named. */
export function createMarketplacePictures(extraHosts: readonly string[]): PictureSource {
  const hosts = [...marketplaceHosts, ...extraHosts]
  return {
    accepts: (url) => allowsHost(url.hostname, hosts),
    fetch: (url, maxBytes) => safeFetch(overTls(url), { hosts, maxBytes }),
  }
}

/** Changes http to https: the marketplace sometimes writes http://, but its hosts serve https, too. */
function overTls(url: URL): URL {
  if (url.protocol !== 'http:' || url.port !== '') return url
  const secure = new URL(url)
  secure.protocol = 'https:'
  return secure
}
