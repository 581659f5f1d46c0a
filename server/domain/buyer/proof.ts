/**
 * Proof of work for beginning more designs than an address may begin freely: many buyers behind one address can go on, a program
 * pays for each design with computing time. A challenge is sealed for its link and address, lives shortly, and is used once.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  freeBegins,
  isProof,
  maxBegins,
  proofBits,
  proofParts,
  proofText,
  seedLength,
} from '../../../contract/rules/proof-of-work'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerChallenge } from '../../../contract/types'
import type { PublicCtx } from '../../kernel/context'
import { Failure, LimitReached } from '../../kernel/failure'
import { countUses, takeBackUse, usesOf } from '../../kernel/shared-limit'
import { type Link, openLink } from './access'

type Proof = z.output<typeof schemas.buyerProof>

const hour = 60 * 60 * 1000
/** Time in which a challenge must be solved and used. */
export const challengeLifeMs = 5 * 60 * 1000

interface Challenge {
  readonly id: string
  readonly bits: number
  readonly expiresAt: number
}

const beginsKey = ({ address }: PublicCtx): string => `buyer:begin:${address}`
/** A challenge that is opened for another link or another address is like none. */
const ownerOf = ({ address }: PublicCtx, { id }: Link): string => `buyer-proof:${id}:${address}`

/** Returns a challenge of the difficulty that the address's next design has now. */
export async function createChallenge(publicCtx: PublicCtx, token: string): Promise<BuyerChallenge> {
  const { link } = await openLink(publicCtx, token)
  const { db, sealer, clock } = publicCtx
  const used = await usesOf(db, beginsKey(publicCtx))
  const bits = proofBits(used + 1 - freeBegins)
  const content: Challenge = { id: randomUUID(), bits, expiresAt: clock.now().getTime() + challengeLifeMs }
  const challenge = sealer.seal(JSON.stringify(content), ownerOf(publicCtx, link))
  return { challenge, bits, parts: proofParts }
}

/**
 * Counts a new design of this address. Rejects with 'proof-required' for one beyond the free ones without a valid proof, and with
 * 'too-many-requests' beyond what is possible at all; neither counts.
 */
export async function countBegin(ctx: PublicCtx, link: Link, proof: Proof | undefined): Promise<void> {
  const { used, endsInMs } = await countUses(ctx.db, beginsKey(ctx), 1, hour)
  if (used <= freeBegins) return
  const isPossible = used <= maxBegins
  if (isPossible && proof && (await spend(ctx, link, proof, proofBits(used - freeBegins)))) return
  await takeBackUse(ctx.db, beginsKey(ctx))
  if (!isPossible) throw new LimitReached(Math.max(1, Math.ceil(endsInMs / 1000)))
  throw new Failure('proof-required', '现在从这个网络开始设计的人太多，请稍后再试')
}

/** Whether the proof is right, for this link and address, and was not used before in any process. */
async function spend(ctx: PublicCtx, link: Link, { challenge, answers }: Proof, bits: number): Promise<boolean> {
  const plain = ctx.sealer.open(challenge, ownerOf(ctx, link))
  if (plain === null) return false
  // Only `createChallenge` seals for this owner.
  const known = JSON.parse(plain) as Challenge
  // Other buyers of the address may have begun meanwhile, so a puzzle that was one step easier is taken, too.
  if (known.expiresAt < ctx.clock.now().getTime() || known.bits < bits - 1) return false
  const seed = createHash('sha256').update(challenge).digest('hex').slice(0, seedLength)
  const isSolved = answers.every((answer, part) => {
    const hash = createHash('sha256')
      .update(proofText(seed, part, answer))
      .digest()
    return isProof(hash.readUInt32BE(), known.bits)
  })
  if (!isSolved) return false
  const { used } = await countUses(ctx.db, `buyer:proof:${known.id}`, 1, 2 * challengeLifeMs)
  return used === 1
}
