import type { BuyerChallenge } from '../contract/types'
import { solve } from './proof-work'

self.onmessage = async ({ data }: MessageEvent<BuyerChallenge>) => {
  self.postMessage(await solve(data))
}
