/** Which of a factory's moulds fits each of a seller's models: a proposal with its score, its reason and what came close. */
import { type Phone, readName } from './names'
import { ruleScore } from './rule'
import { isMatch, judge, phoneKey, type Verdict } from './safety'

export interface SellerModel {
  readonly id: number
  readonly brand: string
  readonly name: string
}

export interface FactoryModel {
  /** The factory's own code, opaque or readable. */
  readonly code: string
  /** What the factory calls it; the code itself where it has no other name. */
  readonly name: string
}

export interface Candidate extends Verdict {
  readonly factory: FactoryModel
}

export interface Proposal {
  readonly seller: SellerModel
  /** The mould to bind, or null: then a person decides. */
  readonly match: Candidate | null
  /** The next best, whatever its score. */
  readonly runnerUp: Candidate | null
  /** Without a match: what came closest, best first, at most three, with why each was not taken. */
  readonly near: readonly Candidate[]
}

interface Entry {
  readonly factory: FactoryModel
  readonly phone: Phone
}

const nearest = 3

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Numbers of a name; names without any (iPhone X) share a bucket. */
const numbersKey = (phone: Phone): string => `${phone.brand}/${phone.tokens.filter((token) => /^\d+$/.test(token)).join(' ')}`

/** A factory's list, read once: 3,000 names are looked up by what they say instead of compared one by one. */
class Catalogue {
  readonly #byKey = new Map<string, Entry[]>()
  readonly #byNumbers = new Map<string, Entry[]>()
  readonly #unbranded = new Set<FactoryModel>()
  readonly #brandsRead = new Set<string>()
  readonly #networks = new Map<string, Set<string>>()
  readonly distinct = new Set<string>()

  constructor(models: readonly FactoryModel[]) {
    for (const factory of models) {
      const phones = readName(factory.name)
      if (phones.some((phone) => phone.brand === null)) this.#unbranded.add(factory)
      for (const phone of phones) if (phone.brand !== null) this.#add({ factory, phone })
    }
  }

  #add(entry: Entry): void {
    push(this.#byKey, phoneKey(entry.phone), entry)
    push(this.#byNumbers, numbersKey(entry.phone), entry)
    this.#distinguish(entry.phone)
  }

  /** A phone listed with and without its network, or with both, is two bodies. */
  #distinguish(phone: Phone): void {
    const key = phoneKey(phone)
    const networks = this.#networks.get(key) ?? new Set<string>()
    networks.add(phone.network ?? '')
    this.#networks.set(key, networks)
    if (networks.size > 1) this.distinct.add(key)
  }

  /** A name that tells no brand (15PM, Note 12) is read as each brand that asks for it. */
  #readAs(brand: string, words: string): void {
    if (this.#brandsRead.has(brand)) return
    this.#brandsRead.add(brand)
    for (const factory of this.#unbranded) {
      for (const phone of readName(factory.name, words)) if (phone.brand === brand) this.#add({ factory, phone })
    }
  }

  /** Candidates for a phone: all that say the same, then all of its brand with the same numbers. */
  around(phone: Phone, brandWords: string): readonly Entry[] {
    if (phone.brand !== null) this.#readAs(phone.brand, brandWords)
    const same = this.#byKey.get(phoneKey(phone)) ?? []
    const near = this.#byNumbers.get(numbersKey(phone)) ?? []
    return [...same, ...near.filter((entry) => !same.includes(entry))]
  }

  /** Whether a factory's name was read without its brand: two brands may claim it. */
  isUnbranded(factory: FactoryModel): boolean {
    return this.#unbranded.has(factory)
  }
}

const better = (a: Candidate, b: Candidate): number => b.score - a.score

/** The candidates of one seller's model, best first; an exact match ends the search among those that say the same. */
function candidatesOf(seller: SellerModel, phone: Phone, catalogue: Catalogue): Candidate[] {
  const found = new Map<FactoryModel, Candidate>()
  for (const { factory, phone: other } of catalogue.around(phone, seller.brand)) {
    const verdict = judge(phone, other, catalogue.distinct)
    const known = found.get(factory)
    if (!known || known.score < verdict.score) found.set(factory, { factory, ...verdict })
  }
  return [...found.values()].sort(better)
}

/**
 * Proposes a mould for each of `sellers`, in their order. A model is matched only to a mould the factory lists, and to none where
 * the name leaves out what tells two bodies apart. A mould whose name says no brand is not given to models of two brands: then
 * both see it as near. Who has bindings already leaves them out of `sellers`.
 */
export function matchModels(sellers: readonly SellerModel[], factories: readonly FactoryModel[]): readonly Proposal[] {
  const catalogue = new Catalogue(factories)
  const read = sellers.map((seller) => {
    const [phone] = readName(seller.name, seller.brand)
    return { seller, phone: phone ?? null }
  })
  const proposals = read.map(({ seller, phone }): Proposal => {
    if (!phone) return { seller, match: null, runnerUp: null, near: [] }
    const [first, second, third] = candidatesOf(seller, phone, catalogue)
    const best = first ?? null
    if (best && isMatch(best)) return { seller, match: best, runnerUp: second ?? null, near: [] }
    return { seller, match: null, runnerUp: second ?? null, near: [first, second, third].filter((one) => one !== undefined) }
  })
  return withoutClaims(proposals, read, catalogue)
}

/** Takes back matches to a mould without a brand that models of several brands claim. */
function withoutClaims(
  proposals: readonly Proposal[],
  read: readonly { readonly phone: Phone | null }[],
  catalogue: Catalogue,
): readonly Proposal[] {
  const brands = new Map<FactoryModel, Set<string>>()
  proposals.forEach(({ match }, at) => {
    if (!match || !catalogue.isUnbranded(match.factory)) return
    const claimed = brands.get(match.factory) ?? new Set<string>()
    claimed.add(read[at]?.phone?.brand ?? '')
    brands.set(match.factory, claimed)
  })
  return proposals.map((proposal) => {
    const { match } = proposal
    if (!match || (brands.get(match.factory)?.size ?? 0) < 2) return proposal
    const unsure = { ...match, score: 0.85, reason: '工厂的名称没有写明品牌，多个品牌都有这款机型' }
    return { ...proposal, match: null, near: [unsure, ...(proposal.runnerUp ? [proposal.runnerUp] : [])].slice(0, nearest) }
  })
}

export interface Judged extends Verdict {
  /** What the plain rule gives the same two names. */
  readonly ruleScore: number
}

/** Two names by themselves, without the factory's list; a factory's name without a brand is read as the seller's. */
export function judgeNames(brand: string, model: string, factoryName: string): Judged {
  const [seller] = readName(model, brand)
  if (!seller) return { score: 0, reason: '名称为空', ruleScore: 0 }
  const plain = readName(factoryName)
  const phones = plain.some((phone) => phone.brand === null) ? readName(factoryName, brand) : plain
  const found = phones.map((phone) => ({ ...judge(seller, phone), ruleScore: ruleScore(seller, phone) }))
  if (found.length === 0) return { score: 0, reason: '名称为空', ruleScore: 0 }
  return found.reduce((best, one) => (one.score > best.score ? one : best))
}
