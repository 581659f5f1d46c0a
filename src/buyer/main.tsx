import './buyer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isPreview, reportOpening } from './api'
import { BuyerApp } from './app'

const [, token = ''] = /\/customize\/([^/]+)/.exec(location.pathname) ?? []
const root = document.getElementById('root')
// The page works as well where the opening could not be counted.
if (!isPreview()) void reportOpening(token).catch(() => undefined)
if (root)
  createRoot(root).render(
    <StrictMode>
      <BuyerApp token={token} />
    </StrictMode>,
  )
