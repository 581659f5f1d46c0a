// Must be imported first: without it Arco's dialogs do not open under React 19.
import '@arco-design/web-react/es/_util/react-19-adapter'
// Arco's styles, then ours from general to specific: all are imported here, so that their order does not depend on what loads first.
import './app/arco-styles'
import './theme.css'
import './ui/page.css'
import './ui/states.css'
import './ui/agreement.css'
import './ui/sortable-grid.css'
import './ui/card.css'
import './ui/tab-bar.css'
import './app/shell.css'
import './app/failure-modal.css'
import './ui/lazy-screen.css'
import './app/platform-problem.css'
import './app/login-layer.css'
import './features/login/login.css'
import './features/templates/templates.css'
import './features/help/help.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boot, beginStart } from './app/boot'
import { listenToParent } from './app/embedded/this-frame'
import { loadFirstScreen } from './app/first-screen'
import { guardBackButton } from './app/location'
import { applyTheme } from './app/theme'
import { watchVersion } from './base/new-version'
import { installEscapeFallback } from './ui/dialog-escape'

listenToParent()
guardBackButton()
applyTheme()
watchVersion()
installEscapeFallback()

// The start comes first: code of the screen that arrives earlier delays the first calls to the server while it is evaluated.
const first = beginStart()
loadFirstScreen()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Boot first={first} />
  </StrictMode>,
)
