/** Chooses who judges buyers' photos and texts: nobody, the seller, the operator's program, Alibaba Cloud, or a double. */
import { randomBytes } from 'node:crypto'
import type { ModerationConfig } from '../config-services'
import { createChecker } from '../embedded/moderation/checker'
import { createAliyunModeration } from '../infra/moderation/aliyun'
import { createHttpModeration } from '../infra/moderation/http'
import { reviewPhotos } from '../infra/moderation/review'
import { createOriginGateway } from '../infra/net/origin-gateway'
import type { Clock } from '../ports/clock'
import type { Moderation } from '../ports/moderation'

export function openModeration(settings: ModerationConfig, clock: Clock): Moderation | null {
  switch (settings.kind) {
    case 'none':
      return null
    case 'review':
      return reviewPhotos
    case 'demo': {
      const secret = randomBytes(32).toString('hex')
      return createHttpModeration({ url: 'http://127.0.0.1/', secret, clock, send: createChecker({ secret }) })
    }
    case 'http': {
      const { url, secret } = settings
      return createHttpModeration({ url, secret, clock, send: createOriginGateway(new URL(url).origin) })
    }
    case 'aliyun':
      return createAliyunModeration({ address: settings.address, clock })
  }
}
