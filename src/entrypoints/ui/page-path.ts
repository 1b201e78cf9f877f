import { pagePathsOf } from './paths.js'

export const PAGE_PATHS = pagePathsOf(location.pathname)
