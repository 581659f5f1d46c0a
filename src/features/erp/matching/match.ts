/** Matches each of a seller's models to a factory's: a proposal with its score, its reason and the nearest other candidates. */
import { phoneKey } from '../../../../contract/rules/phone-difference'
import { draftName, type NameDraft, type Phone, phonesOf, readName } from '../../../../contract/rules/phone-names'
import { ruleScore } from './rule'
import { isMatch, judge, scoreOf, type Verdict } from './safety'

export interface SellerModel {
  readonly id: number
  readonly brand: string
  readonly name: string
}

export interface FactoryModel {
  /** The factory's own code, opaque or readable. */
  readonly code: string
  /** The factory's name of it; the code where it has no other name. */
  readonly name: string
}

export interface Candidate extends Verdict {
  readonly factory: FactoryModel
}

export interface Proposal {
  readonly seller: SellerModel
  /** The factory model to bind; null leaves the choice to a person. */
  readonly match: Candidate | null
  /** The second-best candidate, whatever its score. */
  readonly runnerUp: Candidate | null
  /** Without a match: the nearest candidates, best first, at most three, each with why it was not taken. */
  readonly near: readonly Candidate[]
}

interface Entry {
  readonly factory: FactoryModel
  readonly phone: Phone
  /** `phoneKey` of the phone. */
  readonly key: string
}

const maxNear = 3
/** Most names with the same numbers compared as near candidates; matches are found by key, so none is missed. */
const maxNearCompared = 200

function appendTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Bucket of a name by brand and numbers; names without numbers (iPhone X) share one. */
const numbersKey = ({ brand, numbers }: Phone): string => `${brand}/${numbers}`

/** An index of a factory's list: 3,000 names are looked up by what they mean instead of compared one by one. */
class Catalogue {
  readonly #byKey = new Map<string, Entry[]>()
  readonly #byNumbers = new Map<string, Entry[]>()
  readonly #unbranded = new Map<FactoryModel, NameDraft>()
  readonly #brandsRead = new Set<string>()
  readonly #networks = new Map<string, Set<string>>()
  readonly networkDistinct = new Set<string>()

  addFactory(factory: FactoryModel): void {
    const draft = draftName(factory.name)
    const phones = phonesOf(draft)
    if (phones.some((phone) => phone.brand === null)) this.#unbranded.set(factory, draft)
    for (const phone of phones) if (phone.brand !== null) this.#add(factory, phone)
  }

  #add(factory: FactoryModel, phone: Phone): void {
    const key = phoneKey(phone)
    const entry = { factory, phone, key }
    appendTo(this.#byKey, key, entry)
    appendTo(this.#byNumbers, numbersKey(phone), entry)
    this.#distinguish(phone, key)
  }

  /** Records a phone listed both with and without its network: these are two bodies. */
  #distinguish(phone: Phone, key: string): void {
    const networks = this.#networks.get(key) ?? new Set<string>()
    networks.add(phone.network ?? '')
    this.#networks.set(key, networks)
    if (networks.size > 1) this.networkDistinct.add(key)
  }

  /** Reads names without a brand (15PM, Note 12) as names of this brand, once per brand. */
  #readAs(brand: string, words: string): void {
    if (this.#brandsRead.has(brand)) return
    this.#brandsRead.add(brand)
    for (const [factory, draft] of this.#unbranded) {
      for (const phone of phonesOf(draft, words)) if (phone.brand === brand) this.#add(factory, phone)
    }
  }

  /** Yields the candidates for a phone: first those with the same key, then those of its brand with the same numbers. */
  *candidatesFor(phone: Phone, brandWords: string): Generator<Entry, void, void> {
    if (phone.brand !== null) this.#readAs(phone.brand, brandWords)
    const key = phoneKey(phone)
    yield* this.#byKey.get(key) ?? []
    const near = this.#byNumbers.get(numbersKey(phone)) ?? []
    for (let at = 0; at < near.length && at < maxNearCompared; at += 1) {
      const entry = near[at] as Entry
      if (entry.key !== key) yield entry
    }
  }

  /** True if a factory's name was read without its brand, so that several brands may claim it. */
  isUnbranded(factory: FactoryModel): boolean {
    return this.#unbranded.has(factory)
  }
}

interface Scored extends Entry {
  readonly score: number
}

/** Collects the few best candidates, best first; equal scores keep their order of arrival. */
class TopCandidates {
  readonly found: Scored[] = []

  add(entry: Entry, score: number): void {
    const last = this.found[maxNear - 1]
    // A factory that is among the best has at least the score of the last one.
    if (last && last.score >= score) return
    const known = this.found.findIndex(({ factory }) => factory === entry.factory)
    if (known >= 0) {
      if ((this.found[known]?.score ?? 0) >= score) return
      this.found.splice(known, 1)
    }
    const at = this.found.findIndex((one) => one.score < score)
    this.found.splice(at < 0 ? this.found.length : at, 0, { ...entry, score })
    if (this.found.length > maxNear) this.found.pop()
  }
}

/** The best candidates of one seller's model, best first. */
function candidatesOf(seller: SellerModel, phone: Phone, catalogue: Catalogue): readonly Candidate[] {
  const topCandidates = new TopCandidates()
  for (const entry of catalogue.candidatesFor(phone, seller.brand)) {
    topCandidates.add(entry, scoreOf(phone, entry.phone, catalogue.networkDistinct))
  }
  return topCandidates.found.map(({ factory, phone: other }) => ({ factory, ...judge(phone, other, catalogue.networkDistinct) }))
}

function proposalOf(seller: SellerModel, phone: Phone | null, catalogue: Catalogue): Proposal {
  if (!phone) return { seller, match: null, runnerUp: null, near: [] }
  const found = candidatesOf(seller, phone, catalogue)
  const [best = null, runnerUp = null] = found
  return best && isMatch(best) ? { seller, match: best, runnerUp, near: [] } : { seller, match: null, runnerUp, near: found }
}

/** Names read or compared between two yields. */
const namesPerStep = 40

/** A factory's list that has been read, for looking up single models. */
export interface FactoryIndex {
  /** The best match and the nearest candidates; claims of other models on the same code are not considered. */
  propose(seller: SellerModel): Proposal
}

function* catalogueSteps(factories: readonly FactoryModel[]): Generator<0, Catalogue, void> {
  const catalogue = new Catalogue()
  for (const [at, factory] of factories.entries()) {
    catalogue.addFactory(factory)
    if (at % namesPerStep === namesPerStep - 1) yield 0
  }
  return catalogue
}

const phoneOf = ({ name, brand }: SellerModel): Phone | null => readName(name, brand)[0] ?? null

/** Reads a factory's list in steps of a few milliseconds. */
export function* readingSteps(factories: readonly FactoryModel[]): Generator<0, FactoryIndex, void> {
  const catalogue = yield* catalogueSteps(factories)
  return { propose: (seller) => proposalOf(seller, phoneOf(seller), catalogue) }
}

/**
 * Like `matchModels`, in steps of a few milliseconds, so that the caller can pause, cancel or report progress.
 *
 * @yields how many of the sellers' models are done; 0 while the factory's names are read.
 */
export function* matchingSteps(
  sellers: readonly SellerModel[],
  factories: readonly FactoryModel[],
): Generator<number, readonly Proposal[], void> {
  const catalogue = yield* catalogueSteps(factories)
  const phones: (Phone | null)[] = []
  const proposals: Proposal[] = []
  for (const [at, seller] of sellers.entries()) {
    const phone = phoneOf(seller)
    phones.push(phone)
    proposals.push(proposalOf(seller, phone, catalogue))
    if (at % namesPerStep === namesPerStep - 1) yield at + 1
  }
  return withoutAmbiguousMatches(proposals, phones, catalogue)
}

/**
 * Proposes a factory model for each of `sellers`, in their order. A match is always listed by the factory; there is none where
 * a name leaves out what distinguishes two bodies. A factory name without a brand is matched to no model when models of two
 * brands claim it; both then get it as a near candidate. The caller leaves out models that are bound already.
 */
export function matchModels(sellers: readonly SellerModel[], factories: readonly FactoryModel[]): readonly Proposal[] {
  const steps = matchingSteps(sellers, factories)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Withdraws matches to a name without a brand that models of several brands claim. */
function withoutAmbiguousMatches(
  proposals: readonly Proposal[],
  phones: readonly (Phone | null)[],
  catalogue: Catalogue,
): readonly Proposal[] {
  const brandsByFactory = new Map<FactoryModel, Set<string>>()
  proposals.forEach(({ match }, at) => {
    if (!match || !catalogue.isUnbranded(match.factory)) return
    const claimingBrands = brandsByFactory.get(match.factory) ?? new Set<string>()
    claimingBrands.add(phones[at]?.brand ?? '')
    brandsByFactory.set(match.factory, claimingBrands)
  })
  return proposals.map((proposal) => {
    const { match } = proposal
    if (!match || (brandsByFactory.get(match.factory)?.size ?? 0) < 2) return proposal
    const ambiguous = { ...match, score: 0.85, reason: '工厂的名称没有写明品牌，多个品牌都有这款机型' }
    return { ...proposal, match: null, near: [ambiguous, ...(proposal.runnerUp ? [proposal.runnerUp] : [])].slice(0, maxNear) }
  })
}

export interface JudgedNames extends Verdict {
  /** The score of the same two names by the plain rule (rule.ts). */
  readonly ruleScore: number
}

/** Judges two names without the factory's list; a factory's name without a brand is read as the seller's brand. */
export function judgeNames(brand: string, model: string, factoryName: string): JudgedNames {
  const [seller] = readName(model, brand)
  if (!seller) return { score: 0, reason: '名称为空', ruleScore: 0 }
  const phonesWithoutHint = readName(factoryName)
  const phones = phonesWithoutHint.some((phone) => phone.brand === null) ? readName(factoryName, brand) : phonesWithoutHint
  const found = phones.map((phone) => ({ ...judge(seller, phone), ruleScore: ruleScore(seller, phone) }))
  if (found.length === 0) return { score: 0, reason: '名称为空', ruleScore: 0 }
  return found.reduce((best, one) => (one.score > best.score ? one : best))
}
