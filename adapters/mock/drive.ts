/** Repeats a recorded call, for the testers' page. */
import { isFields } from '../../contract/ground/fields'
import type { CassetteEntry } from '../cassette/cassette'
import type { StoreConfigQuery } from '../platform'
import type { MockPlatform } from './mock-platform'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Makes the recorded call through the platform, as a screen would. For an upload, it makes only the client's call, because a
 * whole upload would add a file to the shop.
 */
export function drive(platform: MockPlatform, { method, request }: CassetteEntry): Promise<unknown> {
  const params = isFields(request) ? request : {}
  switch (method) {
    case 'top.invoke':
      return platform.callMarketplace(textOf(params.api), isFields(params.data) ? params.data : {})
    case 'cloud.delete':
      return platform.deleteCloudFile(Array.isArray(params.fileIds) ? params.fileIds.map(textOf) : [])
    case 'cloud.storeConfig':
      return platform.storeConfig({
        cloudPath: textOf(params.cloudPath),
        fileType: textOf(params.fileType) as StoreConfigQuery['fileType'],
      })
    case 'disk.save':
      return platform.saveFile({ name: textOf(params.fileName), blob: new Blob([]) })
    case 'link.open':
      return platform.openLink(textOf(params.url))
    case 'chat.open':
      return platform.openChat(textOf(params.nick))
    default:
      return platform.askClient(method, request)
  }
}
