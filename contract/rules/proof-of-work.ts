/**
 * The puzzle by which a buyer's phone shows that it spends computing time: for each of some parts, find a number whose SHA-256 with
 * the challenge begins with zero bits, as Hashcash does (A. Back, 2002). Many small parts take more equal times than a large one. Pure.
 */

/** Parts of a puzzle. With the fewest bits they need about 400 000 hashes, two seconds of a phone with 200 000 a second. */
export const proofParts = 24
const fewestBits = 14

/** New designs of an address in an hour that need no proof, and those that are possible at all. */
export const freeBegins = 60
export const maxBegins = 600

/** Zero bits of each part for the design that is `beyond` the free ones, from 1 on: one more for 1, 3 and 7 times as many as are free. */
export const proofBits = (beyond: number): number => fewestBits + Math.floor(Math.log2(1 + Math.max(0, beyond - 1) / freeBegins))

/** Characters of the SHA-256 of the challenge, in hex, that every text begins with: the text fits into one block of the hash. */
export const seedLength = 32

/** @param seed the first characters of the hash of the challenge. */
export const proofText = (seed: string, part: number, answer: number): string => `${seed}:${part}:${answer}`

/** Whether a hash solves a part. @param firstWord its first four bytes as a big-endian number. */
export const isProof = (firstWord: number, bits: number): boolean => Math.clz32(firstWord) >= bits

/** Answers are whole numbers below this. */
export const maxAnswer = 2 ** 31
