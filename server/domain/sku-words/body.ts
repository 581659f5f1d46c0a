/** The call that sets products up from the words of their SKUs, as the modules of this folder pass it on. */
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'

type Call = AppContract['skuWords']['apply']
export type Body = Parsed<Call>['body']
export type Applied = Reply<Call>
