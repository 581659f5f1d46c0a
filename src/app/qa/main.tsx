/** The testers' page: record and replay. Served beside the simulator, never part of the seller's plugin; see docs/qa.md. */
import { createRoot } from 'react-dom/client'
import { replayControllerName } from '../../../adapters/mock/replay-controller'
import { applyTheme } from '../theme'
import { createReplay } from './replay-model'

async function start(): Promise<void> {
  const [{ default: QaPage }, { cassettes }] = await Promise.all([
    import(/* webpackChunkName: "simulator.qa-page" */ './qa-page'),
    import(/* webpackChunkName: "simulator.qa-page" */ '../../../adapters/cassette/library'),
  ])
  const [everyday] = cassettes
  const root = document.getElementById('root')
  if (!everyday || !root) throw new Error('simulator-qa.html has no #root, or there is no cassette')
  const model = createReplay(everyday)
  // The frame reads it when it starts, and always gets the controller of its own run.
  Reflect.defineProperty(window, replayControllerName, { get: model.controller })
  applyTheme()
  createRoot(root).render(<QaPage model={model} />)
}

void start()
