/** Shows what the doubles of the platforms keep, to people and to browser tests. */
import type { App } from '../../http/environment'
import type { PlatformDoubles } from './platforms'

export function mountPlatforms(app: App, doubles: PlatformDoubles): void {
  app.get('/simulator/platforms/designs', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(doubles.kept())
  })
}
