#compdef pith
# Completion for zsh. To use it: pith completions zsh > a folder of $fpath/_pith
_pith() {
  local -a commands
  commands=(
{{commands}}  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* && $words[2] != @* ]]; then
    _describe command commands
    return
  fi
  if (( CURRENT > 2 )); then
    case $words[2] in
{{words}}    esac
  fi
  if compset -P @; then
    _files
    return
  fi
  _arguments \
{{options}}    '*: :_files'
}
compdef _pith pith
