import { createTheme } from '@mui/material/styles';

/** Smallest contrast of texts (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5;

/** Theme of the console, light and dark; the browser's own fonts, since no file is loaded from elsewhere. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#1f5fa8' },
        background: { default: '#f6f7f9' },
        contrastThreshold: CONTRAST,
      },
    },
    dark: {
      palette: {
        primary: { main: '#7ab3f0' },
        error: { main: '#ff8a80' },
        contrastThreshold: CONTRAST,
      },
    },
  },
  typography: { fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
  shape: { borderRadius: 8 },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        a: { color: 'var(--mui-palette-primary-main)', textDecoration: 'underline' },
        // Names come from others, as long as they like.
        body: { overflowWrap: 'anywhere' },
      },
    },
    MuiLink: { styleOverrides: { root: { textDecorationColor: 'inherit' } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { textTransform: 'none' } },
    },
    MuiTab: { styleOverrides: { root: { textTransform: 'none' } } },
    MuiPaper: { defaultProps: { variant: 'outlined' } },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  },
});
