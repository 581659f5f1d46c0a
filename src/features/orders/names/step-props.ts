import type { NameTemplate } from '../../../../contract/types'
import type { CatalogueCases } from './use-catalogue-cases'
import type { NameListWork } from './use-name-list'

/** The props that the steps of a name list share. */
export interface StepProps {
  readonly work: NameListWork
  readonly template: NameTemplate | null
  readonly cases: CatalogueCases
}
