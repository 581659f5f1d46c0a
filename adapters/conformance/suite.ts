/**
 * The conformance suite that every platform adapter must pass. For each check a runner opens a new world with the check's fault:
 * for the mock in node, for browser and Qianniu in a real page. Checks throw plain errors, so the suite runs anywhere.
 */
import { machine } from './machine'
import { marketplace } from './marketplace'
import { starting } from './starting'
import { uploading } from './uploading'
import type { Check } from './world'

export const conformance: readonly Check[] = [...starting, ...uploading, ...marketplace, ...machine]
