// First: Arco's dialogs do not open under React 19 without it.
import '@arco-design/web-react/es/_util/react-19-adapter'
// Statically and before our own styles, or their order changes with what loads first.
import '@arco-design/web-react/dist/css/arco.css'
import './theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boot } from './app/boot'
import { guardBackButton } from './app/location'
import { watchVersion } from './app/new-version'
import { applyTheme } from './app/theme'

guardBackButton()
applyTheme()
watchVersion()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Boot />
  </StrictMode>,
)
