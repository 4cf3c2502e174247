# Completion for bash. To use it: source <(pith completions bash)
_pith() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  case "$prev" in
{{values}}  esac
  case "${COMP_WORDS[1]}" in
{{words}}  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "{{options}}" -- "$cur")) ;;
    @*) COMPREPLY=($(compgen -f -P @ -- "${cur#@}")) ;;
    *) if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "{{commands}}" -- "$cur")); fi ;;
  esac
}
complete -o bashdefault -F _pith pith
