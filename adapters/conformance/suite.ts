/**
 * What every platform must do, once. A runner opens a fresh world per check, with the check's fault in place, on whatever
 * it tests: the mock in node, browser and Qianniu in a real page. Plain errors, no test library: the suite runs anywhere.
 */
import { machine } from './machine'
import { marketplace } from './marketplace'
import { starting } from './starting'
import { uploading } from './uploading'
import type { Check } from './world'

export const conformance: readonly Check[] = [...starting, ...uploading, ...marketplace, ...machine]
