/** Solves the challenge of a proof of work (contract/rules/proof-of-work.ts). */

import { sha256Block, sha256InSlices } from '../contract/ground/sha256'
import { isProof, maxAnswer, proofText, seedLength } from '../contract/rules/proof-of-work'
import type { BuyerChallenge } from '../contract/types'

const zero = 0x30
const encode = (text: string) => new TextEncoder().encode(text)

/**
 * Returns the smallest answer to each part. The hash is our own, because the browser's one returns a promise for each call, which takes
 * ten times as long as hashing a block, and is missing on plain http.
 */
export async function solve({ challenge, bits, parts }: BuyerChallenge): Promise<number[]> {
  const seed = (await sha256InSlices(encode(challenge))).slice(0, seedLength)
  return Array.from({ length: parts }, (_, part) => solvePart(encode(proofText(seed, part, 0)), bits))
}

/** @param text the text of the answer 0, which is its last character. */
function solvePart(text: Uint8Array, bits: number): number {
  const block = new Uint8Array(64)
  const state = new Uint32Array(8)
  const start = text.length - 1
  for (let answer = 0, digits = 0; answer <= maxAnswer; answer++) {
    if (answer >= 10 ** digits || digits === 0) {
      digits = String(answer).length
      block.fill(0)
      block.set(text.subarray(0, start))
      block[start + digits] = 0x80
      block[62] = ((start + digits) * 8) >> 8
      block[63] = ((start + digits) * 8) & 0xff
    }
    for (let rest = answer, at = start + digits - 1; at >= start; at--) {
      block[at] = zero + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    sha256Block(block, state)
    if (isProof(state[0] ?? 0, bits)) return answer
  }
  throw new Error('the puzzle has no answer')
}
