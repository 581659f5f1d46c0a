import { showMessage } from '../../ui/confirm'
import { FailureText } from '../../ui/failure-view'

/** Runs an action of a screen and shows why it failed; resolves to whether it succeeded. */
export async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    await showMessage(title, <FailureText error={error} />)
    return false
  }
}
