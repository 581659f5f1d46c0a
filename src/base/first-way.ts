/**
 * Whether this window follows the first steps: from the click on one of them until it is put away, every screen shows them and leads
 * on. Kept over reloads.
 */
import { sessionValues } from '../../adapters/storage/values'
import { createCell } from '../../contract/ground/cell'

const key = 'kejiang.firstWay'

export const followsSteps = createCell(sessionValues.getItem(key) === '1')

export function followSteps(follows: boolean): void {
  if (follows) sessionValues.setItem(key, '1')
  else sessionValues.removeItem(key)
  followsSteps.set(follows)
}
